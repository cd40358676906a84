# SPDX-License-Identifier: MIT
# The program in a container, with results in the folder that is mounted as /work:
#   docker build -t beltdyn .
#   docker run --rm -v "$PWD:/work" -u "$(id -u):$(id -g)" beltdyn                          # the demo
#   docker run --rm -v "$PWD:/work" -u "$(id -u):$(id -g)" beltdyn compare my_drive.json
# Both stages take their packages from where the project has them: scripts/bootstrap and the dependencies of the package.
FROM debian:12-slim AS build
WORKDIR /src
COPY scripts/bootstrap scripts/bootstrap
RUN scripts/bootstrap --for-packages
COPY . .
RUN scripts/package beltdyn

FROM debian:12-slim
COPY --from=build /src/build/package/*.deb /tmp/packages/
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /tmp/packages/beltdyn_*.deb gnuplot-nox librsvg2-bin fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* /tmp/packages \
    && useradd --create-home beltdyn \
    && install -d -o beltdyn -g beltdyn /work
COPY configs/demo /usr/share/beltdyn/demo
USER beltdyn
WORKDIR /work
ENTRYPOINT ["beltdyn"]
CMD ["compare", "/usr/share/beltdyn/demo/accessory_drive.json"]
