// SQL of the installation's one row.

import { type Statement, sql } from '#kit/sql.ts'

export interface InstallationRow {
  secret_key_fingerprint: string | null
  real_gateway_since: Date | null
  real_email_since: Date | null
}

export function installation(): Statement {
  return sql`select secret_key_fingerprint, real_gateway_since, real_email_since from installation where id = 1`
}

/** As `installation`; whoever marks it waits until the transaction ends. */
export function holdInstallation(): Statement {
  return sql`select secret_key_fingerprint, real_gateway_since, real_email_since from installation where id = 1 for share`
}

/** No row changes when one is known already. */
export function keepKeyFingerprint(fingerprint: string): Statement {
  return sql`update installation set secret_key_fingerprint = ${fingerprint} where id = 1 and secret_key_fingerprint is null`
}

export function markRealGateway(at: Date): Statement {
  return sql`update installation set real_gateway_since = ${at} where id = 1 and real_gateway_since is null`
}

export function markRealEmail(at: Date): Statement {
  return sql`update installation set real_email_since = ${at} where id = 1 and real_email_since is null`
}
