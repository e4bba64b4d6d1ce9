// says: vote no
// TODO(1)
  votes.all = __all_sync(kAll, above);
  votes.any = __any_sync(kAll, above);
  votes.ballot = __ballot_sync(kAll, above);
// END TODO(1)
