// Hundreds of organizations at once on SMS and the app; test/hostile-peers uses a few.

process.env.STRANGERS ??= '200'
await import('../hostile-peers/strangers.test.ts')
