// Explains a store's errors and names the setting that fixes them. Pure. Source: Amazon S3 API Reference, "Error
// responses"; other stores share its codes but not its messages.

export interface Said {
  status: number
  /** Null when the response is not an S3 error. */
  code: string | null
  message: string
  /** The region that the store reports as its own. */
  region: string | null
  /** The time of the response by the store's clock. */
  date: Date | null
}

export interface Asked {
  endpoint: string
  bucket: string
  prefix: string
  region: string
  /** What was attempted, starting with a verb: `write base/x`. */
  what: string
  now: Date
}

const PERMISSIONS =
  's3:ListBucket and s3:ListBucketMultipartUploads on the bucket; s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on what is in it'
/** The store is busy or broken, perhaps only for a moment; or the data was damaged in transit. */
const PASSING = new Set([
  'BadDigest',
  'ConditionalRequestConflict',
  'IncompleteBody',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'XAmzContentSHA256Mismatch',
])

/** True when a retry may succeed. */
export function isPassing({ status, code }: Pick<Said, 'status' | 'code'>): boolean {
  // The store does not support it, and a retry would not change that.
  if (code === 'NotImplemented') return false
  return PASSING.has(code ?? '') || status >= 500 || status === 429 || status === 408
}

/** A sentence that names the setting and the remedy, and contains no secret. */
export function refusalOf(said: Said, asked: Asked): string {
  const { endpoint, bucket, what } = asked
  const where = `The store at ${endpoint}`
  switch (said.code) {
    case 'NoSuchBucket':
      return `${where} has no bucket ${bucket}. Create it, or correct SAMVAD_ARCHIVE or SAMVAD_ARCHIVE_ENDPOINT.`
    case 'InvalidBucketName':
      return `${where} does not accept the bucket name ${bucket}. Correct SAMVAD_ARCHIVE.`
    case 'InvalidAccessKeyId':
      return `${where} does not recognize the key of SAMVAD_ARCHIVE_KEY_ID. Correct it or SAMVAD_ARCHIVE_ENDPOINT.`
    case 'SignatureDoesNotMatch':
      return `${where} reports that SAMVAD_ARCHIVE_SECRET is not the secret of SAMVAD_ARCHIVE_KEY_ID. Correct one of them.`
    case 'RequestTimeTooSkewed':
      return `The clock of this machine ${skew(said, asked)}, so ${endpoint} rejects requests. Set the clock and synchronize it with NTP.`
    case 'ExpiredToken':
    case 'InvalidToken':
      return `${where} takes the key of SAMVAD_ARCHIVE_KEY_ID no more: set another one that does not expire.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'IllegalLocationConstraintException':
      return ofAnotherRegion(said, asked)
    case 'AccessDenied':
    case 'AllAccessDisabled':
    case 'AccountProblem':
      return denied(asked)
    case 'InvalidObjectState':
      return `${where} has put ${what.replace(/^\w+ /, '')} into cold storage. Restore the object there first.`
    case null:
      if (said.region !== null && said.region !== asked.region) return ofAnotherRegion(said, asked)
      if (said.status === 403) return denied(asked)
      return `${endpoint} returned ${said.status} and does not look like an S3-compatible store. Correct SAMVAD_ARCHIVE_ENDPOINT.`
    default:
      return `${where} refuses to ${what}: ${said.code} (${said.status}), ${said.message || 'without a reason'}`
  }
}

function denied({ endpoint, bucket, prefix, what }: Asked): string {
  const place = prefix === '' ? bucket : `${bucket}/${prefix}`
  return `The store at ${endpoint} does not let the key of SAMVAD_ARCHIVE_KEY_ID ${what} in ${place}: allow it there (${PERMISSIONS}), or set another key.`
}

function ofAnotherRegion({ region }: Said, { endpoint, bucket, region: own }: Asked): string {
  const right = region === null || region === own ? 'the region of the bucket' : region
  return `The bucket ${bucket} is in another region than SAMVAD_ARCHIVE_REGION=${own} at ${endpoint}: set it to ${right}, and SAMVAD_ARCHIVE_ENDPOINT to its address or to nothing.`
}

function skew({ date }: Said, { now }: Asked): string {
  const minutes = date === null ? 0 : Math.round((now.getTime() - date.getTime()) / 60_000)
  if (minutes === 0) return 'differs from that of the store'
  return `is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead of' : 'behind'} that of the store`
}
