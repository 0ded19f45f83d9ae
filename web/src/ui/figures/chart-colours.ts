export const CHART_COLOURS = {
  light: {
    line: '#3f5be8',
    soft: 'rgb(63 91 232 / 12%)',
    second: '#868f9f',
    gain: '#0b6b3a',
    loss: '#b21f2c',
    text: '#465062',
    grid: '#eef0f4',
    surface: '#ffffff',
    tip: '#161b25',
  },
  dark: {
    line: '#829aff',
    soft: 'rgb(130 154 255 / 16%)',
    second: '#7d8797',
    gain: '#5fd08a',
    loss: '#ff8a8f',
    text: '#9ea7b6',
    grid: '#232a35',
    surface: '#12171e',
    tip: '#323a47',
  },
} as const
export type ChartColours = (typeof CHART_COLOURS)[keyof typeof CHART_COLOURS]
