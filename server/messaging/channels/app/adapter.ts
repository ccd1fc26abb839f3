// Adapter of the app channel for the WhatsApp Cloud API: sends messages through the organization's account, a shared
// one or the sandbox's, and returns the result. The API does not recognize duplicates, so a message that may have been
// sent is never retried; its statuses report the outcome (spec 7.35).

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { detailsOfError } from '#kit/explained.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Detail, detailsOf } from '#kit/messages/details.ts'
import type { AccountState } from '../accounts/kind.ts'
import { openSecret } from '../accounts/secrets.ts'
import { carriedBy } from '../accounts/shared.ts'
import type { Adapter, OutboundMessage, SendResult } from '../adapter.ts'
import { type CloudAccount, CloudApi, jsonBody, NeverLeft, Unanswered } from './cloud-api.ts'
import { NotUploaded } from './media.ts'
import { outcomeOfAnswer } from './outcomes.ts'
import { payloadOf, reactionOf, type UploadedMedia } from './payload.ts'
import { type AppSettings, appCarrier, recipientOf } from './rules.ts'
import { readSecrets } from './secrets.ts'
import { Uploads } from './uploads.ts'

/** Meta's default limit of messages a second for a number. */
const AT_ONCE_MAX = 80
/** A message is one text, one medium or one template. */
const ATTACHMENTS_MAX = 1

/** The sandbox's own Cloud API, for the process that runs it. */
export interface SandboxCloudApi {
  /** The account with which an organization sends there; starts the server if it is not running. */
  accountFor(organizationId: Uuid): Promise<CloudAccount>
  close(): Promise<void>
}

const NO_CARRIER = detailsOf('no_cloud_api_account')

const NO_ADDRESS: SendResult = {
  outcome: 'refused',
  code: 'invalid_address',
  detail: detailsOf('app_address_not_valid'),
}
/** For idempotent calls, which need nothing recorded before they are transmitted. */
const NOTHING_TO_NOTE = { leaving: async () => {} }

export function createAppAdapter(app: App, sandbox: SandboxCloudApi): Adapter {
  const api = new CloudApi(() => mustNotBeFenced(app))
  const uploads = new Uploads(api)
  const accountOf = createAccounts(app, sandbox)

  return {
    tellsWhenItLeaves: true,
    atOnceMax: () => AT_ONCE_MAX,
    perSecond: ({ account }) => (account?.settings as AppSettings | undefined)?.messages_per_second ?? null,
    async send(message, signal) {
      const recipient = recipientOf(message.address)
      if (recipient === null) return NO_ADDRESS
      const { attachments } = message.content
      if (attachments.length > ATTACHMENTS_MAX) {
        const detail = detailsOf('too_many_attachments', { found: attachments.length })
        return { outcome: 'refused', code: 'content_not_taken', detail }
      }
      try {
        const account = await accountOf(message)
        if (account === null) return { outcome: 'unavailable', detail: NO_CARRIER }
        const [attachment] = attachments
        const handWith = (media: UploadedMedia | null) =>
          hand(account, message, payloadOf(message, recipient, media), signal)
        if (attachment === undefined) return await handWith(null)
        const { media, isEarlier } = await uploads.of(account, attachment, signal)
        const result = await handWith(media)
        // Refused, so nothing was sent: the file is uploaded again and the message retried, once.
        if (!isEarlier || !mayBeGone(result)) return result
        uploads.forget(account, attachment)
        return await handWith((await uploads.of(account, attachment, signal)).media)
      } catch (error) {
        return classify(error as Error, app.clock())
      }
    },
    async react(reaction, signal) {
      const recipient = recipientOf(reaction.address)
      if (recipient === null) return NO_ADDRESS
      try {
        const account = await accountOf(reaction)
        if (account === null) return { outcome: 'unavailable', detail: NO_CARRIER }
        return await hand(account, NOTHING_TO_NOTE, reactionOf(reaction, recipient), signal)
      } catch (error) {
        return classify(error as Error, app.clock())
      }
    },
    async close() {
      api.close()
      await sandbox.close()
    },
  }

  async function hand(
    account: CloudAccount,
    { leaving }: Pick<OutboundMessage, 'leaving'>,
    payload: object,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const path = `${account.phoneNumberId}/messages`
    try {
      const answer = await api.call(account, { method: 'POST', path, body: jsonBody(payload), leaving }, signal)
      return outcomeOfAnswer(answer, app.clock())
    } catch (error) {
      if (error instanceof Unanswered) return { outcome: 'unknown', detail: cloudApiError(error) }
      throw error
    }
  }
}

/** Meta has several codes for media that no longer exists, one of which it also returns for any invalid field. */
const OF_MEDIA: readonly string[] = ['media_not_taken', 'invalid_message']
const mayBeGone = (result: SendResult): boolean => result.outcome === 'refused' && OF_MEDIA.includes(result.code)

/** Reports a library's error as one of the API. */
const cloudApiError = (error: Error): readonly Detail[] =>
  detailsOfError(error).flatMap(({ code, params }) =>
    code === 'technical_error' ? [{ code: 'cloud_api_error', params }] : [{ code, params }],
  )

/** For messages that were not sent. */
function classify(error: Error, now: Date): SendResult {
  const detail = cloudApiError(error)
  if (error instanceof NeverLeft) return { outcome: 'unavailable', detail }
  if (error instanceof NotUploaded) {
    const outcome = outcomeOfAnswer(error.answer, now)
    // Only the upload was answered: no message was sent yet.
    const isVague = outcome.outcome === 'accepted' || outcome.outcome === 'unknown'
    return isVague ? { outcome: 'temporary', detail, retryAfterMs: null } : outcome
  }
  return { outcome: 'temporary', detail, retryAfterMs: null }
}

/** The account with which an organization sends now, or null when there is none. */
function createAccounts(
  { settings, sealer }: App,
  sandbox: SandboxCloudApi,
): (message: Pick<OutboundMessage, 'organizationId' | 'account'>) => Promise<CloudAccount | null> {
  return async ({ organizationId, account: state }) => {
    const its = state as AccountState<AppSettings>
    const carrier = appCarrier(settings, its.history)
    if (carrier === 'sandbox') return sandbox.accountFor(organizationId)
    const carried = carriedBy(carrier, organizationId, its)
    if (carried === null) return null
    return cloudAccountOf(settings.cloudApiUrl, carried.account.settings, secretsOf(carried.owner, carried.account))
  }

  function secretsOf(owner: Uuid, account: NonNullable<AccountState['account']>) {
    return readSecrets(openSecret(sealer, owner, 'app', account) as string)
  }
}

export function cloudAccountOf(
  baseUrl: string,
  { api_version: version, phone_number_id: phoneNumberId }: AppSettings,
  { accessToken }: { accessToken: string },
): CloudAccount {
  return { baseUrl, version, phoneNumberId, accessToken }
}
