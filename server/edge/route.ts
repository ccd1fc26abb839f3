// Route declarations of the domains: method, path, permission, schemas, and the action to call.

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Actor, App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Prefix, Uuid } from '#kit/ids.ts'
import type { Resource } from '#kit/messages/resources.ts'
import type { Refusal, RefusalCode } from '#kit/refusals.ts'
import type { Static, TSchema } from '#kit/wire.ts'
import type { Permission } from '#people/access/rules.ts'
import type { MediaType } from './bodies.ts'
import type { Site } from './sites.ts'

export interface Reply {
  status: number
  body?: unknown
  location?: string
  /** A body that is not JSON: a PDF, a page, a stream of rows. */
  raw?: { contentType: string; content: string | Buffer | Readable; filename?: string }
  headers?: Record<string, string | string[]>
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const created = (location: string, body: unknown): Reply => ({ status: 201, body, location })
export const noContent = (): Reply => ({ status: 204 })

export interface Input<Query, Body> {
  /** The ids in the path, already UUIDs. */
  ids: Record<string, string>
  /** The `:name`s of the path that are not ids. */
  parameters: Record<string, string>
  query: Query
  body: Body
  /** The Accept header. */
  accept: string
  /** The last event that a reconnecting stream client received. */
  lastEventId?: string | undefined
  /** True for HEAD: endless responses are not started. */
  isHead?: boolean
}

/** The organization that the path identifies; the memory of such calls' bodies is limited per organization. */
export interface Callee {
  organizationId: Uuid
}

/** Input of an unauthenticated request: the address, the headers and the raw bytes. */
export interface PublicInput<Query, Body, Called = unknown> extends Input<Query, Body> {
  /** The result of `calleeOf`. */
  callee: Called
  address: string
  headers: Record<string, string | string[] | undefined>
  /** The raw body, for verifying signatures. */
  rawBody: Buffer
  /** The organization's site whose host name was requested; undefined under one of this installation. */
  site: Site | undefined
  /** The unread multipart body of a route with `streamsMultipart` (streamed-form.ts). */
  stream?: IncomingMessage
}

/** For the contract: a request, and a response with the success status. Both are validated against the schemas. */
export interface Example {
  request?: Record<string, unknown>
  response?: unknown
}

interface Declaration<Q extends TSchema, B extends TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Other paths of the same route. */
  aliases?: string[]
  summary: string
  description?: string
  tag: string
  /** Each of these suffices instead of the permission; the action checks the one for its object. */
  orPermissions?: readonly Permission[]
  /**
   * For personal data of the user, such as their name or notification settings: requires a session, or a token with
   * every permission of its user.
   */
  isOfPerson?: true
  /**
   * Requires a console session's user to have authenticated within the last minutes; with a list, only if the body
   * contains one of these fields. Tokens are exempt.
   */
  freshAuthentication?: true | readonly string[]
  /** The resource that each `:name` of the path identifies; a malformed id is a 404 for that resource. */
  ids?: Record<string, { prefix: Prefix; noun: Resource }>
  query?: Q
  body?: B
  /** Schema of each success, by status; null for no content. */
  responses: Record<number, TSchema | null>
  /** Refusals in addition to those of every route of its kind: see `refusalsOf` in openapi.ts. */
  refuses?: readonly RefusalCode[]
  example?: Example
  /** Media type of a success that is not JSON. */
  produces?: string
  /** Other media types of the same success, for callers who ask for one with Accept. */
  alsoProduces?: string | readonly string[]
  /** The media types of its body, checked by the headers alone; by default all that the API accepts. */
  takes?: readonly MediaType[]
  bodyBytesMax?: number
  /** For a public route that is also served under organizations' host names (sites.ts). */
  isOnSites?: true
  /** The handler reads the raw bytes of an external format. */
  isReadRaw?: true
  /** For a public route: the size limit of a multipart body, which may contain files and is streamed to the handler. */
  streamsMultipart?: { bytesMax: number }
}

type Handler<Place, Q extends TSchema, B extends TSchema> = (
  place: Place,
  actor: Actor,
  input: Input<Static<Q>, Static<B>>,
) => Promise<Reply>

/**
 * The name of the operation in the contract. Published and therefore never changed: SDKs name their functions after it.
 */
interface Named {
  operationId: string
}

export type Route = Declaration<TSchema, TSchema> &
  Partial<Named> &
  (
    | { kind: 'read' | 'write'; permission: Permission | null; handle: Handler<Tx, TSchema, TSchema> }
    | { kind: 'direct'; permission: Permission | null; handle: Handler<Idempotency | null, TSchema, TSchema> }
    | { kind: 'grouped'; permission: Permission | null; handleAll: HandleAll; handleAcross: HandleAcross }
    | UploadHandling
    | PublicHandling
  )

interface PublicHandling {
  kind: 'public'
  permission: null
  calleeOf?(parameters: Record<string, string>, site: Site | undefined): Promise<Callee>
  handle(input: PublicInput<unknown, unknown>): Promise<Reply>
}

/** A file uploaded by a caller. */
export interface UploadedFile {
  /** Supplied by the caller, arbitrary text. */
  filename: string | null
  /** Its bytes as they arrive, readable once; ends in an error when it is truncated, damaged or too large. */
  content: Readable
}

/** The stored form of an uploaded file before it belongs to an object. */
export interface Taken {
  /** The hash of its bytes, in hexadecimal. */
  sha256: string
}

interface UploadHandling {
  kind: 'upload'
  permission: Permission
  fileBytesMax: number
  /** Stores the bytes, outside a transaction; when they end in an error, nothing of them may remain. */
  take(actor: Actor, file: UploadedFile): Promise<Taken>
  /** Creates the object that the file belongs to. */
  handle(tx: Tx, actor: Actor, input: Input<never, never>, taken: Taken): Promise<Reply>
  /** Discards the file: refused, or a repeated request. */
  drop(actor: Actor, taken: Taken): Promise<void>
}

export type UploadRoute = Route & UploadHandling

export interface GroupedRequest<Query = never, Body = never> {
  actor: Actor
  input: Input<Query, Body>
}

/** One result per request, in order. All are of one organization; `scope` is that organization and the time. */
export type HandleAll<Query = never, Body = never> = (
  tx: Tx,
  scope: Scope,
  requests: GroupedRequest<Query, Body>[],
) => Promise<(Reply | Refusal)[]>

/**
 * Like `HandleAll`, for requests of several organizations; null for one that must be executed by its organization
 * alone.
 */
export type HandleAcross<Query = never, Body = never> = (
  tx: Tx,
  at: Date,
  requests: GroupedRequest<Query, Body>[],
) => Promise<(Reply | Refusal | null)[]>

/** The Idempotency-Key of a request that stores its response itself, in the transaction of its effect. */
export interface Idempotency {
  key: string
  fingerprint: Buffer
  /** The same fingerprint with the installation's earlier keys, if there are any. */
  earlierFingerprints: readonly Buffer[]
}

/** `permission` null: any valid token, for data about the token itself. */
type Declared<Q extends TSchema, B extends TSchema> = Declaration<Q, B> & Named & { permission: Permission | null }

/** For reads only: single statements without a transaction. */
export function read<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & { handle: Handler<Tx, Q, B> },
): Route {
  return { ...route, kind: 'read' } as unknown as Route
}

/** One transaction around the action; a POST's response for its Idempotency-Key is stored in it. */
export function write<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & { handle: Handler<Tx, Q, B> },
): Route {
  return { ...route, kind: 'write' } as unknown as Route
}

/** Receives one file as a stream: `multipart/form-data` with the field `file`. Supports Idempotency-Key for POST. */
export function upload<T extends Taken>(
  route: Omit<Declaration<TSchema, TSchema>, 'method' | 'query' | 'body' | 'takes' | 'bodyBytesMax'> &
    Named &
    Pick<UploadHandling, 'permission' | 'fileBytesMax'> & {
      take(actor: Actor, file: UploadedFile): Promise<T>
      handle(tx: Tx, actor: Actor, input: Input<never, never>, taken: T): Promise<Reply>
      drop(actor: Actor, taken: T): Promise<void>
    },
): Route {
  return { ...route, kind: 'upload', method: 'POST', takes: ['multipart'] } as unknown as Route
}

/** Like `write`, but requests that arrive together share a transaction: for frequent operations. */
export function grouped<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & {
    handleAll: HandleAll<Static<Q>, Static<B>>
    handleAcross: HandleAcross<Static<Q>, Static<B>>
  },
): Route {
  return { ...route, kind: 'grouped' } as unknown as Route
}

/** Opens its own transactions: for the hot path, and for network calls between two transactions. */
export function direct<Q extends TSchema, B extends TSchema>(
  route: Declared<Q, B> & { handle: Handler<Idempotency | null, Q, B> },
): Route {
  return { ...route, kind: 'direct' } as unknown as Route
}

/**
 * For callers without a token: pages, and webhooks authenticated by a signature. With an operation id it is in the
 * contract.
 */
export function open<Q extends TSchema, B extends TSchema, Called extends Callee | undefined = undefined>(
  route: Declaration<Q, B> &
    Partial<Named> & {
      /**
       * Resolves the called organization from the path's `:name`s that are not ids, and refuses unknown ones before the
       * body is read. Required for routes that accept large bodies without authentication.
       */
      calleeOf?(parameters: Record<string, string>, site: Site | undefined): Promise<Called>
      handle(input: PublicInput<Static<Q>, Static<B>, Called>): Promise<Reply>
    },
): Route {
  return { ...route, kind: 'public', permission: null } as unknown as Route
}

/** The caller needs one of these; none when any token suffices. */
export function permissionsOfRoute({ permission, orPermissions = [] }: Route): readonly Permission[] {
  return permission === null ? [] : [permission, ...orPermissions]
}

/** True when a caller with the permissions `held` may use a route that requires `wanted`. */
export const isPermitted = (wanted: readonly Permission[], held: ReadonlySet<string>): boolean =>
  wanted.length === 0 || wanted.some((permission) => held.has(permission))

/** The routes of a domain, created with its dependencies. */
export type Routes = (app: App) => Route[]
