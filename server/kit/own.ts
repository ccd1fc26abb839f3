// Looks up a user-supplied name in an object, ignoring inherited properties.

/** The object's own property of this name: `constructor` and the like are ordinary names here. */
export function ownOf<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
