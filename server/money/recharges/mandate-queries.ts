// SQL of mandates.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { MandateStatus } from '#money/gateways/providers/gateway.ts'
import type { PaymentMethod, Purpose } from '#money/gateways/rules.ts'

export interface MandateRow {
  id: Uuid
  purpose: Purpose
  gateway: string
  token: string
  customer: string
  status: MandateStatus
  payment_method: PaymentMethod | null
  max_micros: Micros | null
  expires_at: Date | null
  recharge_id: Uuid
  check_at: Date | null
  check_count: number
  cancel_at: Date | null
  ended_at: Date | null
}

const columns = sql`
  id, purpose, gateway, token, customer, status, payment_method, max_micros, expires_at, recharge_id, check_at,
    check_count,
    cancel_at,
  ended_at
  from mandates`

export function byToken(organizationId: Uuid, gateway: string, token: string): Statement {
  return sql`select ${columns} where org_id = ${organizationId} and gateway = ${gateway} and token = ${token}`
}

/**
 * Mandates with the purpose that have not ended or whose end was not reported to the gateway yet, and the newest one.
 */
export function living(organizationId: Uuid, purpose: Purpose): Statement {
  return sql`
    select ${columns}
     where org_id = ${organizationId} and purpose = ${purpose}
       and (ended_at is null or cancel_at is not null
            or id = (select n.id from mandates n where n.org_id = ${organizationId} and n.purpose = ${purpose}
                    order by n.id desc limit 1))
     order by id desc`
}

export interface NewMandate {
  id: Uuid
  purpose: Purpose
  gateway: string
  token: string
  customer: string
  status: MandateStatus
  method: PaymentMethod | null
  max: Micros | null
  expiresAt: Date | null
  rechargeId: Uuid
  checkAt: Date | null
  endedAt: Date | null
}

export function insert(organizationId: Uuid, mandate: NewMandate, at: Date): Statement {
  return sql`
    insert into mandates (org_id, id, purpose, gateway, token, customer, status, payment_method, max_micros, expires_at,
      recharge_id,
                          check_at, created_at, ended_at)
    values (${organizationId}, ${mandate.id}, ${mandate.purpose}, ${mandate.gateway}, ${mandate.token},
      ${mandate.customer},
      ${mandate.status},
            ${mandate.method}, ${mandate.max}, ${mandate.expiresAt}, ${mandate.rechargeId}, ${mandate.checkAt}, ${at},
            ${mandate.endedAt})`
}

export function saveState(organizationId: Uuid, mandate: MandateRow): Statement {
  return sql`
    update mandates set status = ${mandate.status}, max_micros = ${mandate.max_micros},
      expires_at = ${mandate.expires_at},
           check_at = ${mandate.check_at}, check_count = ${mandate.check_count}, cancel_at = ${mandate.cancel_at},
           ended_at = ${mandate.ended_at}
     where org_id = ${organizationId} and id = ${mandate.id}`
}
