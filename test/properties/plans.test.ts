// The plans of all lists on tables that are small and skewed; test/long has them on a million rows.

import { testListPlans } from './list-plans.ts'

await testListPlans(12_000)
