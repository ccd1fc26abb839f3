// Invites and accepts as people do: over the API, by the link in the mail, on the page that it opens.

import assert from 'node:assert/strict'
import type { Answer, Member, TestSamvad } from './harness.ts'
import { eventually } from './program.ts'

export const PASSWORD = 'monsoon-over-konkan'

/** The path of a link in the text of a mail. */
export function linkIn(text: string): string {
  const path = /\/console\/invitations\/[\w-]+/.exec(text)?.[0]
  assert.ok(path, `no link in: ${text}`)
  return path
}

export function invite(samvad: TestSamvad, by: Member, email: string, role = 'agent'): Promise<Answer> {
  return samvad.request('POST', '/v1/invitations', { token: by.token, json: { email, role } })
}

/** Invites, and reads the newest mail to the address in the organization's sandbox. */
export async function inviteBySandbox(samvad: TestSamvad, by: Member, email: string, role = 'agent'): Promise<string> {
  const { status, body, text } = await invite(samvad, by, email, role)
  assert.equal(status, 202, text)
  const mail = await sandboxMail(samvad, by, email, (raw) => raw.includes(`Message-ID: <${body.id}@`))
  return linkIn(mail.text)
}

export async function sandboxMail(
  samvad: TestSamvad,
  by: Member,
  email: string,
  fits: (raw: string) => boolean = () => true,
): Promise<any> {
  const path = `/v1/sandbox/messages?channel=email&address=${encodeURIComponent(email)}`
  return eventually(`a mail to ${email}`, async () => {
    const { body } = await samvad.request('GET', path, { token: by.token })
    return body.data.find(({ raw }: { raw: string }) => fits(raw))
  })
}

export const acceptBy = (
  samvad: TestSamvad,
  link: string,
  json: Record<string, string>,
  headers: Record<string, string> = {},
) => samvad.request('POST', link, { token: null, json, headers })

export const signIn = (samvad: TestSamvad, email: string, password: string, headers: Record<string, string> = {}) =>
  samvad.request('POST', '/console/session', { token: null, json: { email, password }, headers })
