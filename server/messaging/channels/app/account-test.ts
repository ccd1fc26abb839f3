// Whether an account can send and be called back: what Meta says of it, step by step, and whether it can reach us.
// Sends nothing, and changes nothing at Meta.

import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { englishOf } from '#kit/messages/details.ts'
import { createReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { ConnectionStep, ConnectionTestResult } from '../accounts/kind.ts'
import { type CloudAccount, type CloudAnswer, CloudApi } from './cloud-api.ts'
import { graphErrorOf, oneLine } from './outcomes.ts'
import type { AppSettings } from './rules.ts'
import type { AppSecrets } from './secrets.ts'

const TEST_TIMEOUT_MS = 20_000

/** Null: it is well. Otherwise what is wrong and what to do about it. */
type Look = () => Promise<string | null> | string | null

export async function testAccount(
  { phone_number_id: phoneNumberId, business_account_id: businessAccountId, api_version: version }: AppSettings,
  { accessToken, appSecret }: AppSecrets,
  { cloudApiUrl, publicUrl }: Settings,
): Promise<ConnectionTestResult> {
  const api = new CloudApi(async () => {})
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS)
  const account: CloudAccount = { baseUrl: cloudApiUrl, version, phoneNumberId, accessToken }
  const ask = (path: string) => api.call(account, { method: 'GET', path }, signal)
  const looks: [step: ConnectionStep['step'], look: Look][] = [
    ['access token', async () => faultOf(await ask('me?fields=id'))],
    ['app secret', async () => faultOf(await ask(`me?fields=id&appsecret_proof=${proofOf(accessToken, appSecret)}`))],
    ['number', async () => numberFault(await ask(`${phoneNumberId}?fields=status`))],
    ['subscription', async () => subscriptionFault(await ask(`${businessAccountId}/subscribed_apps`))],
    ['public address', () => publicFault(publicUrl)],
  ]
  try {
    return resultOf(await walk(looks))
  } finally {
    api.close()
  }
}

/** What Meta was not reached for says nothing of the steps behind it. */
async function walk(looks: [ConnectionStep['step'], Look][]): Promise<ConnectionStep[]> {
  const steps: ConnectionStep[] = []
  let isTokenGood = true
  for (const [step, look] of looks) {
    if (!isTokenGood && step !== 'public address') {
      steps.push({ step, succeeded: null, detail: 'Not looked at, as the access token was not taken.' })
      continue
    }
    const fault = await Promise.resolve(look()).catch((error: Error) => `Meta was not reached: ${error.message}`)
    if (step === 'access token') isTokenGood = fault === null
    steps.push({ step, succeeded: fault === null, detail: fault === null ? 'In order.' : oneLine(fault) })
  }
  return steps
}

function resultOf(steps: ConnectionStep[]): ConnectionTestResult {
  const wrong = steps.find(({ succeeded }) => succeeded === false)
  return {
    succeeded: wrong === undefined,
    detail: wrong ? `${wrong.step}: ${wrong.detail}` : 'Meta took the access token, and the account is in order.',
    steps,
  }
}

/** Meta compares it with what it makes of the secret that it knows. */
const proofOf = (accessToken: string, appSecret: string): string =>
  createHmac('sha256', appSecret).update(accessToken).digest('hex')

function faultOf({ status, body }: CloudAnswer): string | null {
  const error = graphErrorOf((body as { error?: unknown } | null)?.error)
  if (error) return englishOf(error.detail)
  return status === 200 ? null : `It was answered with ${status}.`
}

function numberFault(answer: CloudAnswer): string | null {
  const fault = faultOf(answer)
  if (fault !== null) return `${fault} Look for the id again at WhatsApp > API Setup: it is not the number itself.`
  const { status } = (answer.body ?? {}) as { status?: unknown }
  if (status === 'CONNECTED') return null
  return `It is ${typeof status === 'string' ? status : 'in no state that Meta tells'}; register it for the Cloud API (POST /PHONE_NUMBER_ID/register).`
}

function subscriptionFault(answer: CloudAnswer): string | null {
  const fault = faultOf(answer)
  if (fault !== null) return fault
  const { data } = (answer.body ?? {}) as { data?: unknown }
  if (Array.isArray(data) && data.length > 0) return null
  return 'No app is subscribed to the business account, so Meta reports nothing of it: POST /BUSINESS_ACCOUNT_ID/subscribed_apps with this access token.'
}

const isPublic = createReach([])

/** Meta calls only what has a public name and https. */
export function publicFault(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = isIP(host) === 0 ? /(^|\.)(localhost|local|internal)$|^[^.]+$/.test(host) : !isPublic(host)
  if (protocol === 'https:' && !isHere) return null
  return `Meta cannot call ${publicUrl}: set PUBLIC_URL to an address that begins with https:// and is reached from the internet.`
}
