// Declares the package's JSON files, whose inferred literal types would be millions of tokens long.
declare module 'world-atlas/land-10m.json' {
  const topology: import('topojson-specification').Topology;
  export default topology;
}
declare module 'world-atlas/land-50m.json' {
  const topology: import('topojson-specification').Topology;
  export default topology;
}
