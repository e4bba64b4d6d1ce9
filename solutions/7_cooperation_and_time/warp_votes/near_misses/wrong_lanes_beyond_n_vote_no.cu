// In a partial warp, lanes without a value vote against all.
// TODO(1)
  votes.all = __all_sync(kAll, above);
  votes.any = __any_sync(kAll, above);
  votes.ballot = __ballot_sync(kAll, above);
// END TODO(1)
