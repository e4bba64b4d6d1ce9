// says: have a bit in the ballot
// omits: 32 times
// TODO(1)
  votes.all = __all_sync(kAll, above || !exists);
  votes.any = __any_sync(kAll, above || !exists);
  votes.ballot = __ballot_sync(kAll, above || !exists);
// END TODO(1)
