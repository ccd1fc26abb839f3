// Loaded before node:test by the processes of a run. node:test finds the test that `after` or an exception belongs to by
// an async hook, which Node calls for every promise and every socket of the program as well: 6% of the processor time of
// a test process, and garbage collections that have each promise to look after. An AsyncLocalStorage carries the same
// for nothing. runner.test.ts fails where a new Node no longer finds the tests this way.

const hooks = process.getBuiltinModule('node:async_hooks')
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks

const current = new AsyncLocalStorage()
let onInit = null

hooks.createHook = ({ init }) => ({
  enable() {
    onInit = init
    return this
  },
  disable() {
    onInit = null
    return this
  },
})
hooks.executionAsyncId = () => current.getStore() ?? executionAsyncId()
// Tests and suites are its only subclasses in node:test.
hooks.AsyncResource = class extends AsyncResource {
  constructor(type, options) {
    super(type, options)
    onInit?.(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  runInAsyncScope(run, thisArgument, ...given) {
    const asThis = () => Reflect.apply(run, thisArgument, given)
    return super.runInAsyncScope(() => current.run(this.asyncId(), asThis))
  }
}
process.getBuiltinModule('node:test')
// For everybody else they are what Node has.
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
