// What the address of a campaign's report may say. Pure.

export type ReportSearch = object

export const readReportSearch = (_search: Record<string, unknown>): ReportSearch => ({})
