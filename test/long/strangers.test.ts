// Hundreds of organizations at once on SMS and the app, of which test/hostile-peers has a few.

process.env.STRANGERS ??= '200'
await import('../hostile-peers/strangers.test.ts')
