export { forgetFamilyEvidence, freeAddresses, takeAddresses } from './assign-addresses.ts'
export { probeAddress, startEgressProbes } from './probe-addresses.ts'
export { readProbes } from './probe-store.ts'
