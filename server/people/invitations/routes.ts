// API routes of invitations, and the page behind the mailed link.

import { once } from '#edge/idempotency.ts'
import { preferredLanguage } from '#edge/language.ts'
import {
  created,
  direct,
  noContent,
  ok,
  open,
  type PublicInput,
  type Reply,
  type Route,
  read,
  write,
} from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Refusal, refusal, SlowDown } from '#kit/refusals.ts'
import { Out, publicId } from '#kit/wire.ts'
import { NewOrganization, Organization } from '#people/organizations/schema.ts'
import { showOrganization } from '#people/organizations/show.ts'
import { callerOf } from '#people/sessions/own-calls.ts'
import { stepReply } from '#people/sessions/routes.ts'
import { isJson, isSameOrigin, sessionCookie } from '#people/sessions/rules.ts'
import { FactorNeeded, ShownSession } from '#people/sessions/schema.ts'
import { accept, type OpenedInvitation, openLink } from './accept.ts'
import * as invitations from './actions.ts'
import * as examples from './examples.ts'
import { askPage, elsewherePage, enter, errorText, nonePage, signInPage } from './page.ts'
import { Acceptance, Invitation, InvitationQuery, NewInvitation } from './schema.ts'
import { showInvitation } from './show.ts'

const ids = { id: { prefix: 'invite', noun: 'invitation' } } as const

/** `canMail`: whether any transport for the installation's own mail exists, including the sandbox. */
export const invitationRoutes = (app: App, canMail: () => Promise<boolean>): Route[] => [
  ...inviting(app, canMail),
  ...accepting(app),
]

function inviting({ database, wake }: App, canMail: () => Promise<boolean>): Route[] {
  const tag = 'Invitations'
  const mustMail = async () => {
    if (!(await canMail())) throw refusal('channel_unavailable', 'mail_not_set_up')
  }
  return [
    read({
      operationId: 'listInvitations',
      method: 'GET',
      path: '/v1/invitations',
      permission: 'users.manage',
      tag,
      summary: 'List invitations',
      query: InvitationQuery,
      responses: { 200: Out.list(Invitation) },
      handle: async (tx, actor, { query }) => ok(await invitations.list(tx, actor, query)),
    }),
    direct({
      operationId: 'inviteUser',
      method: 'POST',
      path: '/v1/invitations',
      permission: 'users.manage',
      tag,
      summary: 'Create an invitation',
      description:
        'Emails a one-time link to the address, valid for 7 days. The invited person chooses a name and a password, or enters the password of their existing account; the response does not reveal whether the address has an account. The role cannot include a permission that you lack, neither now nor when the invitation is accepted. An open invitation for the same address is replaced, and its link stops working.',
      body: NewInvitation,
      responses: { 202: Invitation },
      refuses: ['conflict', 'channel_unavailable', 'not_found'],
      example: {
        request: { email: examples.invitation.email, role: examples.invitation.role },
        response: examples.invitation,
      },
      async handle(idempotency, actor, { body }) {
        await mustMail()
        const reply = await database.transaction((tx) => {
          const work = async (): Promise<Reply> => {
            const shown = showInvitation(await invitations.invite(tx, actor, body), actor.at)
            return { status: 202, body: shown, location: `/v1/invitations/${shown.id}` }
          }
          return idempotency ? once(tx, actor, idempotency, work) : work()
        }, actor.organizationId)
        wake('invitation')
        return reply
      },
    }),
    read({
      operationId: 'retrieveInvitation',
      method: 'GET',
      path: '/v1/invitations/:id',
      ids,
      permission: 'users.manage',
      tag,
      summary: 'Retrieve an invitation',
      responses: { 200: Invitation },
      handle: async (tx, actor, { ids }) =>
        ok(showInvitation(await invitations.find(tx, actor, ids.id as string), actor.at)),
    }),
    write({
      operationId: 'revokeInvitation',
      method: 'DELETE',
      path: '/v1/invitations/:id',
      ids,
      permission: 'users.manage',
      tag,
      summary: 'Revoke an invitation',
      description: 'The link stops working immediately. Returns 409 if the invitation is no longer open.',
      responses: { 204: null },
      refuses: ['conflict'],
      async handle(tx, actor, { ids }) {
        await invitations.revoke(tx, actor, ids.id as string)
        return noContent()
      },
    }),
    write({
      operationId: 'createOrganization',
      method: 'POST',
      path: '/v1/organizations',
      permission: 'installation.operate',
      tag: 'Organizations',
      summary: 'Create an organization',
      description:
        'With `owner_email`, the person with that address is invited as owner, as with `POST /v1/invitations`. If the installation has no mail server, the email is in the sandbox of the first organization that you joined.',
      body: NewOrganization,
      responses: { 201: Organization },
      refuses: ['channel_unavailable'],
      async handle(tx, actor, { body }) {
        if (body.owner_email) await mustMail()
        const shown = showOrganization(await invitations.found(tx, actor, body))
        return created(`/v1/organizations/${shown.id}`, shown)
      },
    }),
  ]
}

function accepting(app: App): Route[] {
  const { database, settings } = app
  const tag = 'Console'
  const path = '/console/invitations/:token'

  const opened = (token: string) => openLink(database.reads, token, app.clock())
  async function view(one: OpenedInvitation, displayName = '', error: string | null = null) {
    const role = await invitations.roleLabel(database.reads, one.organizationId, one.row)
    const { organizationName: organization, row, asked } = one
    return {
      organization,
      role,
      roleName: row.role_name,
      email: row.email,
      asked,
      inbox: inboxOf(one),
      displayName,
      error,
    }
  }

  type Post = PublicInput<unknown, Acceptance>
  async function join({ address, headers, parameters, body }: Post, token = parameters.token ?? '') {
    if (!isSameOrigin(single(headers, 'origin'), single(headers, 'host'), settings.publicUrl))
      throw refusal('permission_denied', 'foreign_page')
    return accept(app, callerOf({ address, headers }), token, body)
  }

  return [
    open({
      method: 'GET',
      path,
      tag,
      summary: 'Show the page of an invitation',
      description: 'Has no side effects, because mail scanners open every link.',
      produces: 'text/html',
      responses: { 200: null },
      async handle({ parameters, headers }) {
        const one = await opened(parameters.token ?? '')
        const language = languageOf({ headers })
        return one ? askPage(await view(one), language) : nonePage(language)
      },
    }),
    open({
      method: 'POST',
      path,
      tag,
      summary: 'Accept an invitation',
      description:
        'A new person sends `display_name` and `password`. A person who already has an account sends its `password`. Both are signed in as with `POST /console/session`, immediately or after a second factor. A form is redirected (303) to the inbox of the organization, or gets a page with a sign-in link if a second factor is required. JSON gets the session.',
      body: Acceptance,
      responses: { 200: FactorNeeded, 201: ShownSession, 303: null },
      async handle(input) {
        if (isJson(single(input.headers, 'content-type'))) return stepReply(app, await join(input))
        try {
          const seen = await opened(input.parameters.token ?? '')
          const step = await join(input)
          // The link was valid a moment ago, or `join` would have thrown.
          const { organizationName } = seen as OpenedInvitation
          const address = inboxOf(seen as OpenedInvitation)
          if ('needed' in step) return signInPage(languageOf(input), organizationName, address)
          return enter(address, [sessionCookie(step.secret, settings.publicUrl), step.deviceCookie])
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return pageOf(error, input)
        }
      },
    }),
  ]

  /** The form again, with the error. */
  async function pageOf(refusal: Refusal, input: Post): Promise<Reply> {
    const { parameters, body } = input
    const language = languageOf(input)
    if (refusal.code === 'not_found') return nonePage(language)
    if (refusal.code === 'permission_denied') return elsewherePage(language)
    const one = await opened(parameters.token ?? '')
    if (!one) return nonePage(language)
    const text = errorText(language, refusal)
    const headers: Record<string, string> =
      refusal instanceof SlowDown ? { 'retry-after': String(refusal.retryAfterSeconds) } : {}
    return askPage(await view(one, body.display_name ?? '', text), language, refusal.status, headers)
  }
}

/** The inbox, or the console's first page for a role that cannot open it. */
function inboxOf({ organizationId, role: { permissions } }: OpenedInvitation): string {
  const home = `/console/${publicId('org', organizationId)}`
  return permissions.includes('conversations.view') ? `${home}/inbox` : home
}

const languageOf = ({ headers }: Pick<PublicInput<unknown, unknown>, 'headers'>) =>
  preferredLanguage(headers['accept-language'])

function single(headers: PublicInput<unknown, unknown>['headers'], name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
