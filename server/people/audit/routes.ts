// Who did what: an organization's own log for its owners, and the installation's for operators.

import { ok, type Route, read } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as audit from './actions.ts'
import * as examples from './examples.ts'
import { AuditEntry, AuditQuery } from './schema.ts'

const tag = 'Audit'

export const auditRoutes = (): Route[] => [
  read({
    operationId: 'listAuditLog',
    method: 'GET',
    path: '/v1/audit_log',
    permission: 'audit.view',
    tag,
    summary: "List the organization's audit log",
    description:
      'Who did what to money, prices, team, tokens and settings, newest first. Append-only: every entry carries a hash over itself and the one before it, which `samvad doctor` checks.',
    query: AuditQuery,
    responses: { 200: Out.list(AuditEntry) },
    example: { response: { has_more: true, data: [examples.auditEntry] } },
    handle: async (tx, actor, { query }) => ok(await audit.list(tx, actor.organizationId, query)),
  }),
  read({
    operationId: 'listInstallationAuditLog',
    method: 'GET',
    path: '/v1/installation/audit_log',
    permission: 'installation.operate',
    tag,
    summary: "List the installation's audit log",
    description: 'What operators did that belongs to no organization, such as the default price list and the gateways.',
    query: AuditQuery,
    responses: { 200: Out.list(AuditEntry) },
    handle: async (tx, _actor, { query }) => ok(await audit.list(tx, audit.INSTALLATION, query)),
  }),
]
