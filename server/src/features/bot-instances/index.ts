export { BotSettings } from './bot-settings.ts'
export {
  type ConfigurationChange,
  type ConfigurationRow,
  findConfiguration,
  saveConfiguration,
  tellBots,
} from './configuration-store.ts'
export { copyName, nameAfter } from './instance-name.ts'
export { rebindInstances } from './rebind-instances.ts'
export { hasCapital, type Resolved, resolveSettings } from './resolve-settings.ts'
export { stopInstances } from './stop-instances.ts'
