// Parses Meta's webhooks for the organization's current account.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { AccountState } from '../accounts/kind.ts'
import { createAccountReader } from '../accounts/reader.ts'
import { openSecret } from '../accounts/secrets.ts'
import type { ArrivalReader } from '../arrivals/arrival.ts'
import { cloudAccountOf, type SandboxCloudApi } from './adapter.ts'
import { reportedOn } from './callee.ts'
import { type CloudAccount, CloudApi } from './cloud-api.ts'
import { download } from './media.ts'
import { readNotification } from './notification.ts'
import type { AppSettings } from './rules.ts'
import { SANDBOX_PHONE_NUMBER_ID } from './sandbox-account.ts'
import { readSecrets } from './secrets.ts'

/** Maximum number of skipped parts that are logged per webhook. */
const LEFT_OUT_TOLD_MAX = 10

/** The maximum time of a media download, from the request to the last byte. */
const DOWNLOAD_TIMEOUT_MS = 60_000

export interface CloudApiReaderParts {
  /** The owner of the account that received it; default: the organization. */
  owner?: Uuid
  /** Source of the sandbox devices' media; unset in a process without a sandbox. */
  sandbox?: Pick<SandboxCloudApi, 'accountFor'>
}

export function createCloudApiReader(app: App, { owner, sandbox }: CloudApiReaderParts = {}): ArrivalReader {
  const { settings, sealer, log } = app
  const api = new CloudApi(() => mustNotBeFenced(app))
  const accounts = createAccountReader(app)
  const stateOf = async (organizationId: Uuid) => (await accounts(organizationId, 'app')) as AccountState<AppSettings>

  async function accountAt(organizationId: Uuid, phoneNumberId: string): Promise<CloudAccount> {
    if (phoneNumberId === SANDBOX_PHONE_NUMBER_ID && sandbox) return sandbox.accountFor(organizationId)
    const { account } = await stateOf(owner ?? organizationId)
    if (account === null) throw new Error('the account that received the media no longer exists')
    const secrets = readSecrets(openSecret(sealer, owner ?? organizationId, 'app', account) as string)
    return cloudAccountOf(settings.cloudApiUrl, account.settings, secrets)
  }

  async function openMedia(organizationId: Uuid, mediaId: string, phoneNumberId: string, signal?: AbortSignal) {
    const at = await accountAt(organizationId, phoneNumberId)
    const timeout = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)
    return download(api, at, mediaId, signal ? AbortSignal.any([signal, timeout]) : timeout)
  }

  return {
    async read({ id, organizationId, source, body, receivedAt }) {
      const { leftOut, ...arrived } = readNotification(body, {
        organizationId,
        account: reportedOn(settings, await stateOf(owner ?? organizationId)),
        openMedia: (mediaId, phoneNumberId) => ({
          open: (signal) => openMedia(organizationId, mediaId, phoneNumberId, signal),
          reference: { source, media_id: mediaId, phone_number_id: phoneNumberId },
        }),
        receivedAt,
      })
      if (leftOut.length > 0) {
        const told = leftOut.slice(0, LEFT_OUT_TOLD_MAX)
        log.warn({ organization_id: organizationId, arrival_id: id, skipped: told }, 'WhatsApp webhook partly skipped')
      }
      return arrived
    },
    openFile: (organizationId, { media_id: mediaId = '', phone_number_id: phoneNumberId = '' }, signal) =>
      openMedia(organizationId, mediaId, phoneNumberId, signal),
  }
}
