// Inviting over the API, and the page behind the link in the mail.

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
import { Refusal, SlowDown } from '#kit/refusals.ts'
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
import { askPage, elsewherePage, enter, faultOf, nonePage, signInPage } from './page.ts'
import { Acceptance, Invitation, InvitationQuery, NewInvitation } from './schema.ts'
import { showInvitation } from './show.ts'

const ids = { id: { prefix: 'invite', noun: 'invitation' } } as const

/** `canMail`: whether there is any mail server for the installation's own mail, be it the sandbox's. */
export const invitationRoutes = (app: App, canMail: () => Promise<boolean>): Route[] => [
  ...inviting(app, canMail),
  ...accepting(app),
]

function inviting({ database, wake }: App, canMail: () => Promise<boolean>): Route[] {
  const tag = 'Invitations'
  const mustMail = async () => {
    if (!(await canMail()))
      throw new Refusal(
        'channel_unavailable',
        'The installation has no mail server: its operator sets SAMVAD_SMTP_URL.',
      )
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
      summary: 'Invite somebody to the organization',
      description:
        'A link goes to the address, by the mail server of the installation; it is valid for 7 days, once. Who accepts sets their own name and password, or proves the one that they have: the answer is the same whether or not the address is known. The role must not hold a permission that you lack, neither now nor when the invitation is accepted. An open invitation of the same address is replaced, and its link is dead.',
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
      description: 'Its link is dead at once. Refused with 409 when it is not open any more.',
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
        'With `owner_email`, whoever has that address is invited to be its owner: `POST /v1/invitations` says how. ' +
        'Without a mail server the mail lies in the sandbox of your own organization, the first that you joined.',
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
  async function view(one: OpenedInvitation, displayName = '', fault: string | null = null) {
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
      fault,
    }
  }

  type Post = PublicInput<unknown, Acceptance>
  async function join({ address, headers, parameters, body }: Post, token = parameters.token ?? '') {
    if (!isSameOrigin(single(headers, 'origin'), single(headers, 'host'), settings.publicUrl))
      throw new Refusal(
        'permission_denied',
        'This is only for pages of this installation, and the request is from another.',
      )
    return accept(app, callerOf({ address, headers }), token, body)
  }

  return [
    open({
      method: 'GET',
      path,
      tag,
      summary: 'The page of an invitation',
      description: 'Changes nothing: mail scanners open every link.',
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
        'A new person sends `display_name` and `password`, one whom the address belongs to already the `password` that they have, which counts as a sign-in. They are signed in as by `POST /console/session`: at once, or with a second step where they have a second factor. A form leads to the inbox of the organization in the console (303), or to a page with the way to sign in where a second step is needed; JSON gets the session.',
      body: Acceptance,
      responses: { 200: FactorNeeded, 201: ShownSession, 303: null },
      async handle(input) {
        if (isJson(single(input.headers, 'content-type'))) return stepReply(app, await join(input))
        try {
          const seen = await opened(input.parameters.token ?? '')
          const step = await join(input)
          // The link opened something a moment ago, or joining had refused.
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

  /** The form again, with what was wrong. */
  async function pageOf(refusal: Refusal, input: Post): Promise<Reply> {
    const { parameters, body } = input
    const language = languageOf(input)
    if (refusal.code === 'not_found') return nonePage(language)
    if (refusal.code === 'permission_denied') return elsewherePage(language)
    const one = await opened(parameters.token ?? '')
    if (!one) return nonePage(language)
    const fault = faultOf(language, refusal)
    const headers: Record<string, string> =
      refusal instanceof SlowDown ? { 'retry-after': String(refusal.retryAfterSeconds) } : {}
    return askPage(await view(one, body.display_name ?? '', fault), language, refusal.status, headers)
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
