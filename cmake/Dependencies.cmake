# Every package the project uses is found here and nowhere else. All come from the distribution
# (Debian 12, Ubuntu 24.04): scripts/install-deps.sh installs them.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(LibArchive REQUIRED)

find_package(yaml-cpp REQUIRED)
if(NOT TARGET yaml-cpp::yaml-cpp)  # yaml-cpp 0.7 exports the bare name only
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()

# Catch2 3.x or 2.13: harness/include/warpschool/harness/catch.hpp hides the difference.
find_package(Catch2 REQUIRED)
