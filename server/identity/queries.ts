// SQL of users.

import type { Uuid } from '#kit/ids.ts'
import { type Statement, sql } from '#kit/sql.ts'

export interface NewUser {
  id: Uuid
  email: string
  displayName: string
  passwordHash: string | null
  isOperator: boolean
}

export function insert(user: NewUser, at: Date): Statement {
  return sql`
    insert into users (id, email, display_name, password_hash, is_operator, created_at)
    values (${user.id}, ${user.email}, ${user.displayName}, ${user.passwordHash}, ${user.isOperator}, ${at})`
}
