// Tests whether an account can send and receive webhooks: checks at Meta, step by step, and whether Meta can reach this
// installation. Sends nothing, and changes nothing at Meta.

import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { technicalLine } from '#kit/explained.ts'
import { type Detail, detailsOf } from '#kit/messages/details.ts'
import { createReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { ConnectionStep, ConnectionTestResult } from '../accounts/kind.ts'
import { type CloudAccount, type CloudAnswer, CloudApi } from './cloud-api.ts'
import { graphErrorOf } from './outcomes.ts'
import type { AppSettings } from './rules.ts'
import type { AppSecrets } from './secrets.ts'

const TEST_TIMEOUT_MS = 20_000

/** Null if the check passed. Otherwise what is wrong and how to fix it. */
type Problem = readonly Detail[] | null
type Check = () => Promise<Problem> | Problem

export async function testAccount(
  { phone_number_id: phoneNumberId, business_account_id: businessAccountId, api_version: version }: AppSettings,
  { accessToken, appSecret }: AppSecrets,
  { cloudApiUrl, publicUrl }: Settings,
): Promise<ConnectionTestResult> {
  const api = new CloudApi(async () => {})
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS)
  const account: CloudAccount = { baseUrl: cloudApiUrl, version, phoneNumberId, accessToken }
  const ask = (path: string) => api.call(account, { method: 'GET', path }, signal)
  const checks: [step: ConnectionStep['step'], check: Check][] = [
    ['access token', async () => problemOf(await ask('me?fields=id'))],
    ['app secret', async () => problemOf(await ask(`me?fields=id&appsecret_proof=${proofOf(accessToken, appSecret)}`))],
    ['number', async () => numberProblem(await ask(`${phoneNumberId}?fields=status`))],
    ['subscription', async () => subscriptionProblem(await ask(`${businessAccountId}/subscribed_apps`))],
    ['public address', () => publicUrlProblem(publicUrl)],
  ]
  try {
    return resultOf(await run(checks))
  } finally {
    api.close()
  }
}

/** Without a valid access token the other checks at Meta are skipped. */
async function run(checks: [ConnectionStep['step'], Check][]): Promise<ConnectionStep[]> {
  const steps: ConnectionStep[] = []
  let isTokenGood = true
  for (const [step, check] of checks) {
    if (!isTokenGood && step !== 'public address') {
      steps.push({ step, succeeded: null, details: detailsOf('check_skipped') })
      continue
    }
    const problem = await Promise.resolve(check()).catch((error: Error) =>
      detailsOf('meta_unreachable', { error: technicalLine(error.message) }),
    )
    if (step === 'access token') isTokenGood = problem === null
    steps.push({ step, succeeded: problem === null, details: problem ?? detailsOf('check_passed') })
  }
  return steps
}

function resultOf(steps: ConnectionStep[]): ConnectionTestResult {
  const failed = steps.find(({ succeeded }) => succeeded === false)
  return { succeeded: failed === undefined, details: failed?.details ?? detailsOf('whatsapp_works'), steps }
}

/** Meta compares it with the proof that it computes from its own copy of the secret. */
const proofOf = (accessToken: string, appSecret: string): string =>
  createHmac('sha256', appSecret).update(accessToken).digest('hex')

function problemOf({ status, body }: CloudAnswer): Problem {
  const error = graphErrorOf((body as { error?: unknown } | null)?.error)
  if (error) return error.detail
  return status === 200 ? null : detailsOf('meta_status', { status })
}

function numberProblem(answer: CloudAnswer): Problem {
  const problem = problemOf(answer)
  if (problem !== null) return [...problem, ...detailsOf('phone_number_id_wrong')]
  const { status } = (answer.body ?? {}) as { status?: unknown }
  if (status === 'CONNECTED') return null
  return typeof status === 'string'
    ? detailsOf('number_not_registered', { status: technicalLine(status) })
    : detailsOf('number_status_missing')
}

function subscriptionProblem(answer: CloudAnswer): Problem {
  const problem = problemOf(answer)
  if (problem !== null) return problem
  const { data } = (answer.body ?? {}) as { data?: unknown }
  return Array.isArray(data) && data.length > 0 ? null : detailsOf('no_app_subscribed')
}

const isPublic = createReach([])

/** Meta calls only public host names over https. */
export function publicUrlProblem(publicUrl: string): Problem {
  const { protocol, hostname } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = isIP(host) === 0 ? /(^|\.)(localhost|local|internal)$|^[^.]+$/.test(host) : !isPublic(host)
  if (protocol === 'https:' && !isHere) return null
  return detailsOf('public_url_unreachable', { url: publicUrl })
}
