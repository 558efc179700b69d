# The production image: docker build -t campus-circle .
# docs/deployment.md lists its variables, and says the rest.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Campus Circle" \
  org.opencontainers.image.description="The social app of one college" \
  org.opencontainers.image.licenses="MIT"
# Only root may change the program; it writes to the data folder, and backups to theirs. The rest may
# be read-only.
RUN install -d -o node -g node /data /backups
WORKDIR /app
# What is loaded at run time, of each package too: some 120 packages and 110 MB.
COPY --from=build /app/.next/production ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
