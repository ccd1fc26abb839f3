// Answers in chunks of one octet; test/hostile-peers uses sixteen.

process.env.CHUNK_OCTETS ??= '1'
await import('../hostile-peers/http.test.ts')
