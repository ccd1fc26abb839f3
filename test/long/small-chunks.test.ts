// Answers in chunks of one octet, of which test/hostile-peers has sixteen.

process.env.CHUNK_OCTETS ??= '1'
await import('../hostile-peers/http.test.ts')
