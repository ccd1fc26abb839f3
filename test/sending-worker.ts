// A worker that only sends what is queued, as a separate process that a test can kill: on the database and in the
// folder of a test. node test/sending-worker.ts CONNECTION ENVIRONMENT

import { readSettings } from '#kit/settings.ts'
import { createAdapters } from '#messaging/channels/adapters.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { assemble } from '#program/app.ts'

const [connection, environment] = process.argv.slice(2) as [string, string]
const app = await assemble(readSettings(JSON.parse(environment)), JSON.parse(connection))
// Only a company's own accounts: nothing here uses the sandbox.
await createDispatcher(app, createAdapters(app, {} as never)).run(new AbortController().signal)
