// The plans of all statements on tables whose statistics claim they are large; test/long has tables that are.

import { testStatementPlans } from './statement-plans.ts'

testStatementPlans({ countOf: () => 600, scale: 1500 })
