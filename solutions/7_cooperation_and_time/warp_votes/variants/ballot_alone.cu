// All three results follow from the ballot.
// TODO(1)
  votes.ballot = __ballot_sync(kAll, above);
  votes.all = votes.ballot == __ballot_sync(kAll, exists);
  votes.any = votes.ballot != 0;
// END TODO(1)
