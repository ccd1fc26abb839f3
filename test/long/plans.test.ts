// The plans of all lists on a million rows, of which nearly all are one user's.

import { testListPlans } from '../properties/list-plans.ts'

await testListPlans(Number(process.env.SAMVAD_TEST_ROWS || 1_000_000))
