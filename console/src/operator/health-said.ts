// What the status of the installation says, in the language of the reader: it writes English. Pure.

import { type Form, sayBy } from '../app/said-by.ts'
import { backups, certificate, database, fence, program, storage } from './health-machine-texts.ts'
import { channels, doctor, jobs, payments, queues } from './health-work-texts.ts'

const anywhere: Form[] = [
  [/^not known: the database does not answer$/, () => 'पता नहीं: डेटाबेस जवाब नहीं दे रहा'],
  [/^could not be read: (.*)$/, (why = '') => `पढ़ा नहीं जा सका: ${why}`],
  [/^did not answer within (\S+) s$/, (seconds = '') => `${seconds} सेकंड में जवाब नहीं आया`],
]

const formsOf: Readonly<Record<string, Form[]>> = {
  program,
  database,
  fence,
  queues,
  jobs,
  payments,
  channels,
  storage,
  backups,
  certificate,
  doctor,
}

/** A line or a problem of a part of the status. */
export function healthSaid(language: 'en' | 'hi', part: string, said: string): string {
  return language === 'en' ? said : sayBy([...anywhere, ...(formsOf[part] ?? [])], said)
}
