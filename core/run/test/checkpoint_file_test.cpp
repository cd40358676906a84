// SPDX-License-Identifier: MIT
#include "core/run/checkpoint_file.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::checkpoint_file_test {

namespace fs = std::filesystem;

namespace {

struct Scratch {
  test::ScratchFolder owned{"checkpoint"};
  fs::path folder = owned.path();
  fs::path file = folder / "checkpoint.cbor";
};

}  // namespace

TEST_CASE("checkpoint file: what was written is read back, and no file is no checkpoint") {
  const Scratch scratch;
  CHECK_FALSE(read_checkpoint_file(scratch.file).has_value());
  for (const std::vector<std::uint8_t>& bytes :
       {std::vector<std::uint8_t>{}, std::vector<std::uint8_t>{10, 0, 255, 13}}) {
    write_checkpoint_file(scratch.file, bytes);
    CHECK(read_checkpoint_file(scratch.file) == bytes);
  }
}

TEST_CASE("checkpoint file: each changed bit and each cut is noticed") {
  const Scratch scratch;
  write_checkpoint_file(scratch.file, std::vector<std::uint8_t>{1, 2, 3, 250});
  const std::string sound = read_text_file(scratch.file);
  for (std::size_t i = 0; i < sound.size(); ++i) {
    CAPTURE(i);
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = sound;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      write_text_file(scratch.file, damaged);
      CHECK_THROWS_WITH_AS(read_checkpoint_file(scratch.file), doctest::Contains("; run again with --force"), IoError);
    }
    write_text_file(scratch.file, sound.substr(0, i));
    CHECK_THROWS_AS(read_checkpoint_file(scratch.file), IoError);
  }
  write_text_file(scratch.file, sound + " ");
  CHECK_THROWS_WITH_AS(read_checkpoint_file(scratch.file), doctest::Contains("checkpoint.cbor: is damaged;"), IoError);
}

TEST_CASE("checkpoint file: a foreign file is reported") {
  const Scratch scratch;
  write_text_file(scratch.file, "garbage");
  CHECK_THROWS_WITH_AS(read_checkpoint_file(scratch.file), doctest::Contains("not a checkpoint of BeltDyn"), IoError);
  write_text_file(scratch.file, "beltdyn checkpoint 99 0 0\n");
  CHECK_THROWS_WITH_AS(read_checkpoint_file(scratch.file), doctest::Contains("of another version"), IoError);
  fs::remove(scratch.file);
  fs::create_directory(scratch.file);
  CHECK_THROWS_WITH_AS(read_checkpoint_file(scratch.file), doctest::Contains("cannot be read"), IoError);
}

TEST_CASE("checkpoint file: it is not written through a link") {
  const Scratch scratch;
  write_text_file(scratch.folder / "other", "kept");
  fs::create_symlink(scratch.folder / "other", scratch.file);
  CHECK_THROWS_WITH_AS(write_checkpoint_file(scratch.file, {}), doctest::Contains("is a symbolic link"), IoError);
  fs::remove(scratch.file);
  fs::create_symlink(scratch.folder / "other", scratch.folder / "checkpoint.cbor.part");
  CHECK_THROWS_WITH_AS(write_checkpoint_file(scratch.file, {}), doctest::Contains("is a symbolic link"), IoError);
  CHECK(read_text_file(scratch.folder / "other") == "kept");
}

}  // namespace beltdyn::checkpoint_file_test
