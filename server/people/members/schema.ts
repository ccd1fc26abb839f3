// API schemas of members, the users of an organization.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { permissions } from '#people/access/rules.ts'
import { DISPLAY_NAME_MAX, languages, PASSWORD_MAX, PASSWORD_MIN, themes } from '#people/identity/rules.ts'
import { Organization } from '#people/organizations/schema.ts'

/** A built-in name or the id of a custom role. */
const ROLE_MAX = 40
const TIME_ZONE_MAX = 100

const kinds = ['person', 'service'] as const
const shownRole = Type.String({ description: 'Name of a built-in role, or ID of a custom role.' })

export const User = Type.Object(
  {
    id: Out.id('user'),
    kind: oneOf(kinds, 'UserKind'),
    email: Out.nullable(Type.String({ description: 'Email address; null for a service user.' })),
    display_name: Type.String(),
    role: shownRole,
    created_at: Out.time(),
  },
  { $id: 'User' },
)

export const ServiceUser = Type.Object(
  { id: Out.id('user'), name: Type.String(), role: shownRole, created_at: Out.time() },
  { $id: 'ServiceUser' },
)

export const UserQuery = In.object({ ...pageQuery('user'), kind: Type.Optional(oneOf(kinds, 'UserKind')) })
export const ServiceUserQuery = In.object(pageQuery('user'))

/** A role as it is given to members, also in invitations. */
export const role = Type.Unsafe<string>({
  ...In.line(ROLE_MAX),
  description: 'Name of a built-in role, or ID of a custom role.',
  examples: ['agent'],
})

export const NewServiceUser = In.object({ name: In.line(DISPLAY_NAME_MAX), role })
const transferTo = Type.Optional(In.nullable(In.id('user')))

export const ServiceUserChange = In.object({
  name: Type.Optional(In.line(DISPLAY_NAME_MAX)),
  role: Type.Optional(role),
  transfer_to: transferTo,
})

export const UserChange = In.object({ role: Type.Optional(role), transfer_to: transferTo })
export const UserRemoval = In.object({ transfer_to: Type.Optional(In.id('user')) })

export const Me = Type.Object(
  {
    user: User,
    organization: Organization,
    role: Type.String(),
    permissions: Type.Array(oneOf(permissions, 'Permission'), {
      description: 'Current permissions of the token or session.',
    }),
    is_operator: Type.Boolean({
      description: 'Whether you are an operator of the installation. Only you can see this.',
    }),
    token_id: Out.nullable(
      Type.String({ ...Out.id('token'), description: 'The calling access token. Null in a console session.' }),
    ),
    language: Out.nullable(oneOf(languages, 'Language')),
    theme: Out.nullable(oneOf(themes, 'Theme')),
    time_zone: Out.nullable(
      Type.String({ description: 'IANA time zone of the console. Null if never set.', examples: ['Asia/Kolkata'] }),
    ),
  },
  { $id: 'Me' },
)

export const MyChange = In.object({
  display_name: Type.Optional(In.line(DISPLAY_NAME_MAX)),
  password: Type.Optional(In.text(PASSWORD_MAX, PASSWORD_MIN)),
  current_password: Type.Optional(In.text(PASSWORD_MAX)),
  language: Type.Optional(In.nullable(oneOf(languages, 'Language'))),
  theme: Type.Optional(In.nullable(oneOf(themes, 'Theme'))),
  time_zone: Type.Optional(In.nullable(In.line(TIME_ZONE_MAX))),
})

export type UserQuery = Static<typeof UserQuery>
export type ServiceUserQuery = Static<typeof ServiceUserQuery>
export type NewServiceUser = Static<typeof NewServiceUser>
export type ServiceUserChange = Static<typeof ServiceUserChange>
export type UserChange = Static<typeof UserChange>
export type MyChange = Static<typeof MyChange>
