// The fake judge decides; this is only handed out.
