scripts/embed-sources
