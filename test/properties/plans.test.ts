// The plans of all lists on small and skewed tables; test/long has them on a million rows.

import { testListPlans } from './list-plans.ts'

await testListPlans(12_000)
