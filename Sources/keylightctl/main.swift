print("keylightctl")
