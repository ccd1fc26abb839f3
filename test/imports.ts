// Imports as a customer makes them: a file is uploaded, previewed, imported, and processed by the worker's job.

import assert from 'node:assert/strict'
import { importJobs } from '#messaging/imports/jobs.ts'
import { upload } from './attachments.ts'
import type { Answer, TestSamvad } from './harness.ts'

export const IMPORTS = '/v1/imports'

interface Caller {
  token: string
}

export async function uploaded(samvad: TestSamvad, bytes: string | Buffer, caller: Caller = samvad.company) {
  const answer = await upload(samvad, { token: caller.token, bytes, filename: 'farmers.csv' })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id as string
}

export async function askForImport(
  samvad: TestSamvad,
  bytes: string | Buffer,
  fields: object,
  caller: Caller = samvad.company,
): Promise<Answer> {
  const attachment_id = await uploaded(samvad, bytes, caller)
  return samvad.request('POST', IMPORTS, { token: caller.token, json: { attachment_id, ...fields } })
}

/** Runs the due import jobs, as a worker does. `pieceRows`: rows per transaction. */
export async function workOnImports(samvad: TestSamvad, app = samvad.app, pieceRows?: number): Promise<void> {
  for (const job of importJobs(app, undefined, pieceRows)) while (await job.run(new AbortController().signal));
}

export async function importOf(samvad: TestSamvad, { id }: { id: string }, { token }: Caller = samvad.company) {
  const { status, body, text } = await samvad.request('GET', `${IMPORTS}/${id}`, { token })
  assert.equal(status, 200, text)
  return body
}

/** Requests an import and processes it. */
export async function imported(
  samvad: TestSamvad,
  bytes: string | Buffer,
  fields: object,
  caller: Caller = samvad.company,
) {
  const asked = await askForImport(samvad, bytes, fields, caller)
  assert.equal(asked.status, 202, asked.text)
  await workOnImports(samvad)
  return importOf(samvad, asked.body, caller)
}

/** The CSV file of the failed rows. */
export async function errorsOf(samvad: TestSamvad, { id }: { id: string }, { token }: Caller = samvad.company) {
  const { status, text } = await samvad.request('GET', `${IMPORTS}/${id}/errors`, { token })
  assert.equal(status, 200, text)
  return text
}
