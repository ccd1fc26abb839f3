// Creates, changes, finds and deletes templates in the organization's business account at Meta. A name exists once per
// language, so a lookup settles a lost response.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { detailsOf } from '#kit/messages/details.ts'
import type { AccountState } from '../accounts/kind.ts'
import { openSecret } from '../accounts/secrets.ts'
import type { FoundReview, NamedTemplate, NotNow, TemplateRegistrar, ToRegister } from '../template-registrar.ts'
import { cloudAccountOf, type SandboxCloudApi } from './adapter.ts'
import { type CloudAccount, type CloudAnswer, CloudApi, jsonBody } from './cloud-api.ts'
import { uploadHeader } from './header-upload.ts'
import { fieldsOf, textOf } from './json-values.ts'
import { oneLine } from './outcomes.ts'
import { type AppSettings, appCarrier } from './rules.ts'
import { SANDBOX_BUSINESS_ACCOUNT_ID } from './sandbox-account.ts'
import { readSecrets } from './secrets.ts'
import {
  changeOf,
  creationOf,
  isDuplicate,
  isSaid,
  type ListedTemplate,
  listedAs,
  refusalOf,
} from './template-payload.ts'
import { categoryOf, reviewOf } from './template-review.ts'

/** The search also returns names that contain the requested one. */
const LISTED_MAX = 100
const FIELDS = 'id,name,language,status,category,components,rejected_reason'

const NO_ACCOUNT = detailsOf('no_account_for_templates')
const TAKEN_NAME = detailsOf('template_name_taken')
const META_WRITES = detailsOf('meta_writes_authentication')

/** The account and its token. */
interface At {
  account: CloudAccount
  businessAccountId: string
}

/** `sandbox`: unset in a process without one. */
export function createAppRegistrar(
  { settings, sealer, database }: App,
  sandbox: Pick<SandboxCloudApi, 'accountFor'> | null = null,
): TemplateRegistrar {
  const api = new CloudApi(() => mustNotBeFenced({ database }))
  const isOfSandbox = (state: AccountState): boolean => appCarrier(settings, state.history) === 'sandbox'

  async function placeOf({ organizationId, account: state }: Pick<NamedTemplate, 'organizationId' | 'account'>) {
    if (isOfSandbox(state))
      return sandbox && placeAt(await sandbox.accountFor(organizationId), SANDBOX_BUSINESS_ACCOUNT_ID)
    const { account } = state as AccountState<AppSettings>
    if (account === null) return null
    const secrets = readSecrets(openSecret(sealer, organizationId, 'app', account) as string)
    const its = account.settings
    return placeAt(cloudAccountOf(settings.cloudApiUrl, its, secrets), its.business_account_id)
  }

  /** An exception means that the result is unknown: the call is repeated later. */
  async function within<Answer>(
    template: NamedTemplate,
    work: (at: At) => Promise<Answer | NotNow>,
  ): Promise<Answer | NotNow> {
    try {
      const at = await placeOf(template)
      return at === null ? { outcome: 'unavailable', detail: NO_ACCOUNT } : await work(at)
    } catch (error) {
      return {
        outcome: 'unavailable',
        detail: detailsOf('meta_unreachable', { error: oneLine((error as Error).message) }),
      }
    }
  }

  async function list(
    at: At,
    template: { name: string; language: string },
    signal: AbortSignal,
  ): Promise<ListedTemplate | null | NotNow> {
    const query = new URLSearchParams({ name: template.name, fields: FIELDS, limit: String(LISTED_MAX) })
    const path = `${at.businessAccountId}/message_templates?${query}`
    const answer = await api.call(at.account, { method: 'GET', path }, signal)
    if (!isSuccess(answer)) return notNow(answer)
    return listedAs(template, answer.body)
  }

  /** Null when the header has no file. */
  async function handleOf(
    at: At,
    { file }: ToRegister,
    signal: AbortSignal,
  ): Promise<{ handle: string | null } | NotNow> {
    return file === null ? { handle: null } : uploadHeader(api, at.account, file, signal)
  }

  async function make(at: At, template: ToRegister, making: () => Promise<void>, signal: AbortSignal) {
    const uploaded = await handleOf(at, template, signal)
    if ('outcome' in uploaded) return uploaded
    await making()
    const path = `${at.businessAccountId}/message_templates`
    const answer = await api.call(
      at.account,
      { method: 'POST', path, body: jsonBody(creationOf(template, uploaded.handle)) },
      signal,
    )
    if (isDuplicate(answer)) {
      const found = await list(at, template, signal)
      return found === null ? notNow(answer) : change(at, template, found, signal)
    }
    const said = fieldsOf(answer.body)
    const providerId = textOf(said?.id)
    if (!isSuccess(answer) || providerId === null) return refusalOf(answer)
    const status = textOf(said?.status) ?? 'PENDING'
    const review: FoundReview = { ...reviewOf(status, said ?? {}), category: categoryOf(said?.category) }
    return { outcome: 'registered', providerId, review } as const
  }

  /** An existing template. */
  async function change(at: At, template: ToRegister, found: ListedTemplate | NotNow, signal: AbortSignal) {
    if ('outcome' in found) return found
    const isCategory = found.category === template.category.toUpperCase()
    const isSame = isSaid(template, found) && (isCategory || found.status === 'APPROVED')
    // Also settles an earlier attempt whose response was lost: the template exists as submitted.
    if (isSame) return { outcome: 'registered', providerId: found.id, review: foundReview(found) } as const
    if (!template.isOurs) return { outcome: 'refused', reason: TAKEN_NAME } as const
    const uploaded = await handleOf(at, template, signal)
    if ('outcome' in uploaded) return uploaded
    const body = jsonBody(changeOf(template, found, uploaded.handle))
    const answer = await api.call(at.account, { method: 'POST', path: found.id, body }, signal)
    if (!isSuccess(answer) || fieldsOf(answer.body)?.success !== true) return refusalOf(answer)
    const review: FoundReview = { status: null, reason: null, category: null }
    return { outcome: 'registered', providerId: found.id, review } as const
  }

  return {
    accountOf: (state) =>
      isOfSandbox(state)
        ? SANDBOX_BUSINESS_ACCOUNT_ID
        : ((state as AccountState<AppSettings>).account?.settings.business_account_id ?? null),
    register: (template, making, signal) =>
      within(template, async (at) => {
        if (template.category === 'authentication') return { outcome: 'refused', reason: META_WRITES } as const
        const found = await list(at, template, signal)
        if (found !== null) return change(at, template, found, signal)
        return make(at, template, making, signal)
      }),
    find: (template, signal) =>
      within(template, async (at) => {
        const found = await list(at, template, signal)
        if (found === null) return { outcome: 'absent' } as const
        if ('outcome' in found) return found
        if (!isSaid(template, found)) return { outcome: 'other' } as const
        return { outcome: 'found', providerId: found.id, review: foundReview(found) } as const
      }),
    remove: (template, signal) =>
      within(template, async (at) => {
        const found = await list(at, template, signal)
        if (found === null || 'outcome' in found) return found ?? ({ outcome: 'removed' } as const)
        // Another template has the name now: ours was deleted at Meta.
        if (template.providerId !== null && template.providerId !== found.id) return { outcome: 'removed' } as const
        if (found.status === 'PENDING_DELETION' || found.status === 'DELETED') return { outcome: 'removed' } as const
        const query = new URLSearchParams({ hsm_id: found.id, name: template.name })
        const path = `${at.businessAccountId}/message_templates?${query}`
        const answer = await api.call(at.account, { method: 'DELETE', path }, signal)
        return isSuccess(answer) ? ({ outcome: 'removed' } as const) : notNow(answer)
      }),
  }
}

const placeAt = (account: CloudAccount, businessAccountId: string): At => ({ account, businessAccountId })

const isSuccess = ({ status, body }: CloudAnswer): boolean =>
  status >= 200 && status < 300 && fieldsOf(body)?.error === undefined && fieldsOf(body) !== null

/** For reads and deletions, which are repeated after any error. */
function notNow(answer: CloudAnswer): NotNow {
  const refusal = refusalOf(answer)
  return { outcome: 'unavailable', detail: refusal.outcome === 'refused' ? refusal.reason : refusal.detail }
}

const foundReview = ({ status, category, fields }: ListedTemplate): FoundReview => ({
  ...reviewOf(status, fields),
  category: categoryOf(category),
})
