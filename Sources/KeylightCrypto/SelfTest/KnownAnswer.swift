/// The questions with known answers that each primitive is asked at first use.
///
/// Every function gives nil when all answers were right, else what was wrong. They take the primitive as an
/// argument, so that a test can hand them a broken one.
enum KnownAnswer {
}
