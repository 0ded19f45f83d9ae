export const GATE_LIMITS = { memoryMb: 512, cpuS: 15, loadMs: 4_000, stepMs: 8_000 }
