// Users: people who sign in. One user can belong to several organizations.

import { hashPassword } from '#kit/crypto.ts'
import type { Tx } from '#kit/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import * as queries from './queries.ts'

export interface NewUser {
  email: string
  displayName: string
  password: string | null
  isOperator: boolean
}

export async function create(tx: Tx, input: NewUser, at: Date): Promise<Uuid> {
  const id = newUuid(at.getTime())
  const passwordHash = input.password === null ? null : await hashPassword(input.password)
  const { email, displayName, isOperator } = input
  await tx.run(queries.insert({ id, email: email.toLowerCase(), displayName, passwordHash, isOperator }, at))
  return id
}
