// The reader of what Meta brought: what it says, for the account of the organization as it is now.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { AccountState } from '../accounts/kind.ts'
import { createAccountReader } from '../accounts/reader.ts'
import { openSecret } from '../accounts/secrets.ts'
import type { ArrivalReader } from '../arrivals/arrival.ts'
import { cloudAccountOf } from './adapter.ts'
import { reportedOn } from './callee.ts'
import { CloudApi } from './cloud-api.ts'
import { download } from './media.ts'
import { readNotification } from './notification.ts'
import type { AppSettings } from './rules.ts'
import { readSecrets } from './secrets.ts'

/** Of the parts of a webhook that were left out, so many are named in the log. */
const LEFT_OUT_TOLD_MAX = 10

/** Until the medium begins to come, and for all of it. */
const DOWNLOAD_TIMEOUT_MS = 60_000

export function createCloudApiReader(app: App): ArrivalReader {
  const { settings, sealer, log } = app
  const api = new CloudApi(() => mustNotBeFenced(app))
  const accounts = createAccountReader(app)
  const stateOf = async (organizationId: Uuid) => (await accounts(organizationId, 'app')) as AccountState<AppSettings>

  async function openMedia(organizationId: Uuid, mediaId: string) {
    const { account } = await stateOf(organizationId)
    if (account === null) throw new Error('the account that the medium came to is not there any more')
    const secrets = readSecrets(openSecret(sealer, organizationId, 'app', account) as string)
    const at = cloudAccountOf(settings.cloudApiUrl, account.settings, secrets)
    return download(api, at, mediaId, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS))
  }

  return {
    async read({ id, organizationId, body, receivedAt }) {
      const { leftOut, ...arrived } = readNotification(body, {
        organizationId,
        account: reportedOn(settings, await stateOf(organizationId)),
        openMedia: (mediaId) => openMedia(organizationId, mediaId),
        receivedAt,
      })
      if (leftOut.length > 0) {
        const told = leftOut.slice(0, LEFT_OUT_TOLD_MAX)
        log.warn(
          { organization_id: organizationId, arrival_id: id, left_out: told },
          'a webhook of the app channel was not taken as a whole',
        )
      }
      return arrived
    },
  }
}
