// What a statement really read, according to `explain (analyze, format json)`.

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Rows read from tables, including filtered ones. */
export const looked = (nodes: PlanNode[]) =>
  nodes
    .filter((node) => /^(Index|Index Only|Bitmap Heap|Seq) Scan$/.test(node['Node Type']))
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
