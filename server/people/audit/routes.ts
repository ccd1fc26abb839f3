// The audit log: an organization's own for its owners, the installation's for operators.

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
    summary: 'List audit log entries',
    description:
      'Who changed money, prices, team, access tokens and settings of the organization, newest first. The log is append-only: the hash of every entry covers the entry and the hash before it, and `samvad doctor` verifies the chain.',
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
    summary: 'List audit log entries of the installation',
    description:
      'Actions of operators that belong to no organization, such as changes to the default price list or the payment gateways.',
    query: AuditQuery,
    responses: { 200: Out.list(AuditEntry) },
    handle: async (tx, _actor, { query }) => ok(await audit.list(tx, audit.INSTALLATION, query)),
  }),
]
