// A process that creates notifications and sends them by mail until it is killed: test/faults/kill-notices.test.ts.
// node test/faults/notices-worker.ts DATABASE_URL DATA_DIR SMTP_URL

import { eventJobs } from '#events/jobs.ts'
import { readSettings } from '#kit/settings.ts'
import { createSystemMail } from '#messaging/channels/email/system-mail.ts'
import { noteNotices, noticeJobs, noticeSendJobs } from '#notifications/jobs.ts'
import { createMailCarrier } from '#notifications/mail.ts'
import { eventKinds } from '#program/events.ts'
import { assemble } from '../../server/program/app.ts'
import { startWorker } from '../../server/worker/worker.ts'

const [databaseUrl = '', dataDirectory = '', mailUrl = ''] = process.argv.slice(2)
const settings = readSettings({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDirectory,
  SAMVAD_SMTP_URL: mailUrl,
  SAMVAD_LOG_LEVEL: 'silent',
})
const app = await assemble(settings, { connectionString: databaseUrl })
const email = createMailCarrier(app, createSystemMail(app, undefined as never))
startWorker(app, app.alarm, [
  ...eventJobs(app, noteNotices),
  ...noticeJobs(app, eventKinds),
  ...noticeSendJobs(app, eventKinds, { email }),
])
