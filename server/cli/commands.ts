// All commands of `npx samvad`. A new one is a file and a line here.

import type { Command } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { migrateCommand } from './migrate.ts'
import { organizationCreate, organizationList } from './organization.ts'
import { tokenCreate } from './token.ts'
import { userCreate, userSetPassword } from './user.ts'

export const commands: readonly Command[] = [
  organizationCreate,
  organizationList,
  userCreate,
  userSetPassword,
  tokenCreate,
  migrateCommand,
  doctorCommand,
]
