// The jobs of the worker: when each last succeeded, and how often it failed, since the program started.

import type { JobFacts, JobsFacts } from './facts.ts'
import { type Measured, seriesOf, sumOf } from './measured.ts'
import { line, problem } from './messages.ts'
import type { Part } from './part.ts'
import { secondsSince } from './units.ts'

/** A job that failed and has not succeeded for this long is a problem: the slowest job runs every ten minutes. */
const SUCCESS_SECONDS_MAX = 1800

export const jobsPart: Part<JobsFacts> = {
  name: 'jobs',
  async read({ measured, now }) {
    const jobs = jobsOf(measured, now)
    if (jobs.length === 0) return { state: 'unknown', lines: [line('jobs_unknown')], facts: { jobs } }
    const failing = jobs.filter(
      ({ failures, success_seconds_ago: ago }) => failures > 0 && (ago === null || ago > SUCCESS_SECONDS_MAX),
    )
    const problems = failing.map(({ job, failures }) => problem('job_failing', { job, failures }))
    const failed = jobs.filter(({ failures }) => failures > 0)
    const lines = [
      line('jobs_running', { jobs: jobs.length }),
      failed.length === 0 ? line('jobs_none_failed') : line('jobs_failed', { failed: failed.length }),
      ...failed.map(({ job, failures, success_seconds_ago: ago }) =>
        ago === null ? line('job_never', { job, failures }) : line('job', { job, failures, seconds: ago }),
      ),
    ]
    return { problems, lines, facts: { jobs } }
  },
}

function jobsOf(measured: Measured | null, now: Date): JobFacts[] {
  return seriesOf(measured, 'samvad_job_runs_total').map(({ labels, value: runs }) => {
    const job = labels.job as string
    const at = sumOf(measured, 'samvad_job_last_success_timestamp_seconds', ['job', job])
    return {
      job,
      runs,
      failures: sumOf(measured, 'samvad_job_failures_total', ['job', job]),
      success_seconds_ago: at === 0 ? null : secondsSince(new Date(at * 1000), now),
    }
  })
}
