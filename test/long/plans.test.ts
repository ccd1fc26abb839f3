// The plans of all lists on a million rows, nearly all of one user.

import { testListPlans } from '../properties/list-plans.ts'

await testListPlans(Number(process.env.SAMVAD_TEST_ROWS || 1_000_000))
