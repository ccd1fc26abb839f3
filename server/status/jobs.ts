// The jobs of the worker: when each last succeeded, and how often it failed, since the program started.

import { type Measured, seriesOf, sumOf } from './measured.ts'
import type { Part } from './part.ts'
import { lasting, secondsSince } from './words.ts'

/** A job that failed and has not succeeded for so long fails all the time: the slowest runs every ten minutes. */
const SUCCESS_SECONDS_MAX = 1800

export const jobsPart: Part = {
  name: 'jobs',
  async read({ measured, now }) {
    const jobs = jobsOf(measured, now)
    if (jobs.length === 0)
      return { state: 'unknown', lines: ['not known: no worker of this machine answers'], facts: { jobs } }
    const failing = jobs.filter(
      ({ failures, success_seconds_ago: ago }) => failures > 0 && (ago === null || ago > SUCCESS_SECONDS_MAX),
    )
    const problems = failing.map(
      ({ job, failures }) => `${job} has failed ${failures} times and does not succeed: see the log for its name.`,
    )
    const failed = jobs.filter(({ failures }) => failures > 0)
    const lines = [
      `${jobs.length} jobs, ${failed.length === 0 ? 'none has failed' : 'of which have failed'} since the start`,
      ...failed.map(
        ({ job, failures, success_seconds_ago: ago }) =>
          `  ${job}  ${failures} failures  last success ${ago === null ? 'never' : `${lasting(ago)} ago`}`,
      ),
    ]
    return { problems, lines, facts: { jobs } }
  },
}

function jobsOf(measured: Measured | null, now: Date) {
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
