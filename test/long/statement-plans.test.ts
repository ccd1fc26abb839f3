// The plans of all statements on growing tables with a million rows each, nearly all of one organization.

import { GROWING } from '../properties/read-by-design.ts'
import { testStatementPlans } from '../properties/statement-plans.ts'

const ROWS = Number(process.env.SAMVAD_TEST_ROWS || 1_000_000)
const ROWS_OF_OTHERS = 2000

testStatementPlans({ countOf: (table) => (GROWING.has(table) ? ROWS : ROWS_OF_OTHERS), scale: 1 })
